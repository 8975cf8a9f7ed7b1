import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { buildSbom } from '../src/tooling/buildSbom.ts';
import { projectRoot } from '../src/tooling/projectRoot.ts';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      /** Only where the folder has another name. */
      name: v.optional(v.string()),
      version: v.optional(v.string()),
      resolved: v.optional(v.string()),
      integrity: v.optional(v.string()),
      hasInstallScript: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
    }),
  ),
});

const manifestSchema = v.object({
  allowScripts: v.record(v.string(), v.boolean()),
  optionalDependencies: v.record(v.string(), v.string()),
});

const sbomSchema = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.array(
    v.object({
      purl: v.string(),
      hashes: v.optional(v.array(v.object({ alg: v.literal('SHA-512'), content: v.string() })), []),
    }),
  ),
});

const read = (path: string): unknown => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));

const { packages } = v.parse(lockSchema, read('package-lock.json'));
const manifest = v.parse(manifestSchema, read('package.json'));
const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true);
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

describe('reliability 55: every package is locked with its hash', () => {
  test('each package of the lock file has a hash', () => {
    expect(fetched.length).toBeGreaterThan(100);
    expect(
      fetched.filter(([, { integrity = '' }]) => !/^sha512-\S{80,}$/.test(integrity)).map(([path]) => path),
    ).toEqual([]);
  });

  test('each package is fetched from the registry by its name and version', () => {
    const addresses = fetched.map(([path, { name = nameOf(path), version = '', resolved }]) => ({
      resolved,
      own: `https://registry.npmjs.org/${name}/-/${basename(name)}-${version}.tgz`,
    }));
    expect(addresses.filter(({ resolved, own }) => resolved !== own)).toEqual([]);
  });

  test('no package may run an install script', () => {
    const scripted = fetched
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => nameOf(path));
    const refused = new Set(Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name] === false));
    expect(Object.values(manifest.allowScripts)).not.toContain(true);
    expect(scripted.filter((name) => !refused.has(name))).toEqual([]);
  });

  test('every platform runs the Node version of the lock file', () => {
    const nodes = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'));
    expect(nodes.length).toBe(5);
    expect(new Set(nodes.map(([, version]) => `v${version}`))).toEqual(new Set([process.version]));
    for (const [name] of nodes) expect(packages[`node_modules/${name}`]?.integrity).toMatch(/^sha512-/);
    expect(process.execPath).toContain(join(projectRoot, 'node_modules'));
  });

  test('the bill of materials lists every package with its hash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nobar-now-test-'));
    try {
      await buildSbom(join(folder, 'sbom.json'));
      const { components } = v.parse(sbomSchema, JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')));
      const hashed = components.filter(({ hashes }) => hashes.length > 0).map(({ purl }) => decodeURIComponent(purl));
      expect(hashed).toEqual(
        expect.arrayContaining(
          fetched.map(([path, { name = nameOf(path), version = '' }]) => `pkg:npm/${name}@${version}`),
        ),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the image runs the locked Node version as a user who owns no files in the image', () => {
    const lines = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8').split('\n');
    expect(lines.filter((line) => /chown/.test(line))).toEqual([]);
    expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER node');
    expect(lines.filter((line) => /^(?:HEALTHCHECK )?CMD/.test(line))).toEqual([
      expect.stringContaining('["node_modules/.bin/node"'),
      expect.stringContaining('["node_modules/.bin/node"'),
    ]);
  });
});

describe('a checkout has the same bytes on every system', () => {
  const attributes = readFileSync(join(projectRoot, '.gitattributes'), 'utf8').split('\n');

  test('git writes text files with LF and does not change binary files', () => {
    expect(attributes).toContain('* text=auto eol=lf');
    const files = globSync('{machines,src,tests}/**/*.*', {
      cwd: projectRoot,
      exclude: ['**/node_modules', '**/*.tgz'],
    });
    const binary = files.filter((path) => readFileSync(join(projectRoot, path)).includes(0));
    const kinds = new Set(binary.map((path) => `*${extname(path)} binary`));
    expect([...kinds].toSorted()).toEqual(attributes.filter((line) => line.endsWith(' binary')));
  });
});
