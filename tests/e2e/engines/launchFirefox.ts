import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Driver, Motion } from './driver.ts';
import { startProgram } from './startProgram.ts';

const answerSchema = v.object({
  id: v.optional(v.nullable(v.number())),
  result: v.optional(v.unknown()),
  message: v.optional(v.string()),
});
const tabSchema = v.object({ context: v.string() });
const printedSchema = v.object({ data: v.string() });
const returnedSchema = v.object({ result: v.object({ value: v.string() }) });

const STILL = 'user_pref("ui.prefersReducedMotion", 1);\n';
/** Blocks cookies and site data. */
const BLOCKED = 'user_pref("network.cookie.cookieBehavior", 2);\n';

/** Starts Firefox and controls it through its built-in WebDriver BiDi server. */
export async function launchFirefox(path: string, motion: Motion, isBlocking = false): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'nobar-now-firefox-'));
  const preferences = [...(motion === 'reduce' ? [STILL] : []), ...(isBlocking ? [BLOCKED] : [])];
  await writeFile(join(profile, 'user.js'), preferences.join(''));
  const firefox = await startProgram(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { ready: /BiDi listening on (ws:\S+)/, env: { HOME: profile } },
  );
  const socket = new WebSocket(`${firefox.announced}/session`);
  await once(socket, 'open');

  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, message } = v.parse(answerSchema, JSON.parse(String(data)));
    const command = waiting.get(id ?? 0);
    if (message === undefined) command?.resolve(result);
    else command?.reject(new Error(message));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'));
  });
  const send = (method: string, params: object): Promise<unknown> => {
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastId, answer);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return answer.promise;
  };

  await send('session.new', { capabilities: {} });
  // Opens a new tab, because focus events do not fire in the first one.
  const { context } = v.parse(tabSchema, await send('browsingContext.create', { type: 'tab' }));
  return {
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    call: async (functionDeclaration) => {
      const call = { functionDeclaration, awaitPromise: true, target: { context } };
      return v.parse(returnedSchema, await send('script.callFunction', call)).result.value;
    },
    act: async (actions) => {
      await send('input.performActions', { context, actions });
    },
    print: async () => {
      const { data } = v.parse(printedSchema, await send('browsingContext.print', { context }));
      return Buffer.from(data, 'base64');
    },
    close: async () => {
      await firefox.stop();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
