import type { Plugin, Rolldown } from 'vite';

const PLACEHOLDER = '__EARLY_FILES__';
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/;

/** The pages that a visitor often arrives at, by the first part of their paths, and the module that draws them. */
const ARRIVALS = {
  '': 'src/web/pages/home/Carousel.tsx',
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
        const files = Object.entries(ARRIVALS).map(([part, module]) => [part, filesOf(module, chunks)]);
        const [stylesheet = ''] = STYLESHEET.exec(html) ?? [];
        return html
          .replace(stylesheet, '')
          .replace('  </body>', `${stylesheet}\n  </body>`)
          .replace(PLACEHOLDER, JSON.stringify(Object.fromEntries(files)));
      },
    },
  };
}

function filesOf(module: string, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const first = new Set(chunks.filter(({ name }) => name === 'main').flatMap((chunk) => withImports(chunk, chunks)));
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (chunk === undefined) return [];
  return withImports(chunk, chunks).filter((file) => !first.has(file));
}

function withImports(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const imported = chunks.filter(({ fileName }) => chunk.imports.includes(fileName));
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  return [...new Set([chunk.fileName, ...styles, ...imported.flatMap((each) => withImports(each, chunks))])];
}
