import type { Plugin, Rolldown } from 'vite';

const PLACEHOLDER = '__EARLY_FILES__';
const SCRIPT = /<script type="module"[^>]*><\/script>\s*/g;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/;

/** The pages that a visitor often arrives at, by the first part of their paths, and the module that draws them. */
const ARRIVALS = {
  movies: 'src/web/pages/movies/MoviesPage.tsx',
  movie: 'src/web/pages/movie/MoviePage.tsx',
};

/**
 * Tells the document which files the page needs beyond the first script, so that it can ask for them at once;
 * and sets the stylesheet behind the first frame, which does not need it and would be held up.
 */
export function earlyFiles(): Plugin {
  return {
    name: 'early-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const first = filesOf(namedChunk('main', chunks), chunks);
        const drawing = ['views', 'react'].flatMap((name) => filesOf(namedChunk(name, chunks), chunks, first));
        const files = Object.entries(ARRIVALS).map(([part, module]) => [
          part,
          filesOf(chunkOf(module, chunks), chunks, [...first, ...drawing]),
        ]);
        const [stylesheet = ''] = STYLESHEET.exec(html) ?? [];
        const links = [...new Set(drawing)].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />\n`);
        const scripts = html.match(SCRIPT) ?? [];
        return html
          .replace(stylesheet, '')
          .replace(SCRIPT, '')
          .replace('<link', `${[...scripts, ...links].join('')}<link`)
          .replace('  </body>', `${stylesheet}\n  </body>`)
          .replace(PLACEHOLDER, JSON.stringify(Object.fromEntries(files)));
      },
    },
  };
}

function namedChunk(chunkName: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk | undefined {
  return chunks.find(({ name }) => name === chunkName);
}

function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk | undefined {
  return chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
}

function filesOf(
  chunk: Rolldown.OutputChunk | undefined,
  chunks: readonly Rolldown.OutputChunk[],
  known: readonly string[] = [],
): string[] {
  if (chunk === undefined) return [];
  const imported = chunks.filter(({ fileName }) => chunk.imports.includes(fileName));
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  const files = [chunk.fileName, ...styles, ...imported.flatMap((each) => filesOf(each, chunks))];
  return [...new Set(files)].filter((file) => !known.includes(file));
}
