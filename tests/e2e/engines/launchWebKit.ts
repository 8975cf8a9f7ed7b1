import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { vi } from 'vitest';
import { findFreePort } from '../../server/findFreePort.ts';
import type { Driver, Motion } from './driver.ts';
import { startProgram } from './startProgram.ts';

const SCREEN = '1280x1024x24';
const TIMEOUT_MILLISECONDS = { timeout: 30_000 };
const MAX_CALL_MILLISECONDS = 60_000;

const answerSchema = v.object({ value: v.unknown() });
const problemSchema = v.object({ error: v.string(), message: v.string() });
const sessionSchema = v.object({ sessionId: v.string() });

const STILL = '[Settings]\ngtk-enable-animations=0\n';

/** Starts WebKit on its own X display and controls it through WebDriver. */
export async function launchWebKit(driver: string, display: string, motion: Motion): Promise<Driver> {
  const settings = await mkdtemp(join(tmpdir(), 'nobar-now-webkit-'));
  if (motion === 'reduce') {
    await mkdir(join(settings, 'gtk-3.0'));
    await writeFile(join(settings, 'gtk-3.0', 'settings.ini'), STILL);
  }
  const screen = await startProgram(display, ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    ready: /^(\d+)\n/,
  });
  const port = await findFreePort();
  const webKit = await startProgram(driver, [`--port=${port}`], {
    // Without a graphics card, shared buffers slow WebKit down: a visit takes 14 s of CPU time without them, 22 s with.
    env: { DISPLAY: `:${screen.announced}`, WEBKIT_DISABLE_DMABUF_RENDERER: '1', XDG_CONFIG_HOME: settings },
  });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = v.parse(answerSchema, await answer.json());
    if (!answer.ok) throw new Error(v.parse(problemSchema, value).message);
    return value;
  };

  await vi.waitUntil(() => send('GET', 'status').catch(() => undefined), TIMEOUT_MILLISECONDS);
  const capabilities = { alwaysMatch: { timeouts: { script: MAX_CALL_MILLISECONDS } } };
  const { sessionId } = v.parse(sessionSchema, await send('POST', 'session', { capabilities }));
  const session = `session/${sessionId}`;
  return {
    open: async (url) => {
      await send('POST', `${session}/url`, { url });
    },
    call: async (source) => {
      const script = `(${source})().then(arguments[0])`;
      return v.parse(v.string(), await send('POST', `${session}/execute/async`, { script, args: [] }));
    },
    act: async (actions) => {
      await send('POST', `${session}/actions`, { actions });
    },
    close: async () => {
      await send('DELETE', session);
      await webKit.stop();
      await screen.stop();
      await rm(settings, { recursive: true, force: true });
    },
  };
}
