import { spawn } from 'node:child_process';
import type { ProxyOptions } from 'vite';
import { basePath, LANGUAGES } from '#domain/languages.ts';
import { languageCondition } from './bundleDocument.ts';
import { projectRoot } from './projectRoot.ts';
import { runTool } from './runTool.ts';

// Each language has its own server, because a module has one import condition. The server of the first language proxies to the others.
await runTool(async () => {
  const { createServer } = await import('vite');
  const { assertMessages } = await import('./messageFolders.ts');
  for (const language of LANGUAGES) assertMessages(language);
  const { readProcessEnvironment } = await import('../server/environment.ts');
  const { port } = readProcessEnvironment();
  const apiPort = String(port + 1);
  process.env['API_PORT'] = apiPort;

  const server = spawn(process.execPath, ['--watch', 'src/server/dev.ts'], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort },
  });
  server.once('exit', (code) => process.exit(code ?? 0));

  const proxy: Record<string, ProxyOptions> = {};
  for (const [index, language] of LANGUAGES.slice(1).entries()) {
    const base = basePath(language);
    const ownPort = port + 2 + index;
    const others = await createServer({
      root: projectRoot,
      base: `${base}/`,
      cacheDir: `node_modules/.vite-${language}`,
      resolve: { conditions: [languageCondition(language)] },
      server: { port: ownPort, strictPort: true },
    });
    await others.listen();
    // Vite serves nothing at its base without a slash, which is the address of Home.
    const rewrite = (path: string) => path.replace(new RegExp(`^${base}(?=\\?|$)`), `${base}/`);
    proxy[`^${base}(?:[/?]|$)`] = { target: `http://localhost:${ownPort}`, ws: true, rewrite };
  }
  const pages = await createServer({ root: projectRoot, server: { port, strictPort: true, proxy } });
  await pages.listen();
  pages.printUrls();
});
