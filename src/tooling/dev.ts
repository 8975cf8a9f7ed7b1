import { spawn } from 'node:child_process';
import { projectRoot } from './projectRoot.ts';
import { runTool } from './runTool.ts';

await runTool(async () => {
  const { createServer } = await import('vite');
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

  const pages = await createServer({ root: projectRoot, server: { port, strictPort: true } });
  await pages.listen();
  pages.printUrls();
});
