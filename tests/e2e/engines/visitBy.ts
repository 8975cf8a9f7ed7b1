import library from '@testing-library/dom/dist/@testing-library/dom.umd.min.js?raw';
import * as v from 'valibot';
import { TOKEN_KEY } from '../visitor.ts';
import type { Driver } from './driver.ts';
import {
  findMiddle,
  isFocused,
  isFound,
  isOpen,
  isShown,
  resetStorage,
  watchPage,
  type RoleTarget,
  type Target,
} from './inPage.ts';

const TIMEOUT_MILLISECONDS = 30_000;

/** WebDriver's codes for special keys. */
const KEYS = { Tab: '\uE004', Enter: '\uE007', Space: ' ', ArrowDown: '\uE015', ArrowRight: '\uE014', F8: '\uE038' };

const answerSchema = v.object({ value: v.optional(v.unknown()), problem: v.optional(v.string()) });
const pointSchema = v.object({ x: v.number(), y: v.number() });
const problemsSchema = v.array(v.string());

/**
 * A user in Firefox or WebKit, which have no Playwright here. Functions are sent to the page as text, with the Testing Library, which
 * finds and awaits elements there.
 */
export type EngineVisitor = Awaited<ReturnType<typeof visitBy>>;

/**
 * Gives the actions of a user in a browser with empty storage; with a token, the user is signed in. `sees`, `finds`, `isAt` and
 * `comesTo` wait until it is so.
 */
export async function visitBy(driver: Driver, url: string, token?: string) {
  const evaluate = async (page: string, argument?: unknown): Promise<unknown> => {
    const answer = await driver.call(`async () => {
      try {
        return JSON.stringify({ value: await (${page})(${JSON.stringify(argument)}) });
      } catch (error) {
        return JSON.stringify({ problem: error.message });
      }
    }`);
    const { value, problem } = v.parse(answerSchema, JSON.parse(answer));
    if (problem !== undefined) throw new Error(problem);
    return value;
  };

  const waitUntil = async <Wish>(message: string, holds: (wish: Wish) => boolean, wish: Wish) => {
    await evaluate(
      `({ wish, message, timeout }) => TestingLibraryDom.waitFor(() => {
        if (!(${holds.toString()})(wish)) throw new Error(message);
      }, { timeout })`,
      { wish, message: `${message} ${JSON.stringify(wish)}`, timeout: TIMEOUT_MILLISECONDS },
    );
  };

  const clickOn = async (target: Target) => {
    const found = await evaluate(findMiddle.toString(), { target, timeout: TIMEOUT_MILLISECONDS });
    const actions = [
      { type: 'pointerMove', ...v.parse(pointSchema, found) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await driver.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  };

  const strike = (keys: readonly string[]) => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return driver.act([{ type: 'key', id: 'keyboard', actions }]);
  };

  // Storage belongs to an origin. This address has it without running the product.
  await driver.open(`${url}/robots.txt`);
  await evaluate(resetStorage.toString(), { key: TOKEN_KEY, token });
  return {
    open: async (path: string) => {
      await driver.open(`${url}${path}`);
      await evaluate(`() => { ${library}; (${watchPage.toString()})(); }`);
    },
    click: (role: string, name: string) => clickOn({ role, name }),
    /** Clicks the field with this label and types. */
    type: async (label: string, text: string) => {
      await clickOn({ label });
      await strike(Array.from(text));
    },
    press: (...keys: readonly (keyof typeof KEYS)[]) => strike(keys.map((key) => KEYS[key])),
    sees: (text: string) => waitUntil('The page does not show the text', isShown, text),
    finds: (target: RoleTarget) => waitUntil('The page does not have the element', isFound, target),
    /** Waits until an element with this role and name has the focus. */
    isAt: (role: string, name?: string) =>
      waitUntil('The focus does not move to', isFocused, { role, ...(name !== undefined && { name }) }),
    comesTo: (path: string) => waitUntil('The path does not become', isOpen, path),
    /** Runs a function without parameters in the page. */
    evaluate: (look: () => unknown) => evaluate(look.toString()),
    takeProblems: async () => v.parse(problemsSchema, await evaluate('() => problems.splice(0)')),
  };
}
