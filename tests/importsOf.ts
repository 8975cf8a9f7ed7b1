import { dirname, join } from 'node:path/posix';
import { parseSync, Visitor } from 'vite';

interface Import {
  /** As it stands in the source. */
  readonly specifier: string;
  /** The file of ours it leads to, from the project's root; undefined for a package. */
  readonly file: string | undefined;
  readonly typeOnly: boolean;
}

const ALIASES: readonly (readonly [alias: string, folder: string])[] = [
  ['#domain/', 'src/domain/'],
  ['#contract/', 'src/contract/'],
  ['#machines/', 'machines/'],
];

/** Every import of a source file, static and dynamic, for values and for types. Takes its path from the project's root. */
export function importsOf(path: string, source: string): Import[] {
  const imports: Import[] = [];
  const add = (specifier: string, typeOnly: boolean) => {
    imports.push({ specifier, file: fileOf(path, specifier), typeOnly });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node.source.value, node.exportKind === 'type');
    },
    ImportExpression: ({ source: specifier }) => {
      if (specifier.type === 'Literal' && typeof specifier.value === 'string') add(specifier.value, false);
    },
    TSImportType: (node) => add(node.source.value, true),
  }).visit(parse(path, source));
  return imports;
}

/** Whether a name stands anywhere in a source file's code; comments and texts do not count. */
export function usesName(path: string, source: string, name: string): boolean {
  let found = false;
  new Visitor({
    Identifier: (node) => {
      found ||= node.name === name;
    },
  }).visit(parse(path, source));
  return found;
}

function parse(path: string, source: string) {
  const { errors, program } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return program;
}

function fileOf(path: string, specifier: string): string | undefined {
  const alias = ALIASES.find(([name]) => specifier.startsWith(name));
  if (alias !== undefined) return specifier.replace(alias[0], alias[1]);
  return specifier.startsWith('.') ? join(dirname(path), specifier.replace(/\?.*$/, '')) : undefined;
}
