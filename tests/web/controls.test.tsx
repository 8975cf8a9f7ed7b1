import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { runInThisContext } from 'node:vm';
import { createActor, createMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { browserEnvironment } from '../../src/web/browser/browserEnvironment.ts';
import { openApp, startApp } from '../../src/web/actors/openApp.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { takeLeftovers } from '../leftovers.ts';
import { takeDefaultLocaleUses } from './defaultLocale.ts';
import { takeUnheard, watchLiveRegions } from './liveRegions.ts';
import { pressControls, type Sent } from './pressControls.ts';
import { takeOverrides, watchVisitorState } from './visitorState.ts';

const nothing = () => undefined;

// Each tool that could fail silently reports what it is for.

describe('control: what a test leaves open is reported with the file that opened it', () => {
  const { clock, device } = browserEnvironment(window);

  test.each<[string, RegExp, () => () => void]>([
    [
      'a listener',
      /^a listener for online on window, from src\/web\/browser\/listen\.ts:\d+ < src\/web\/browser\/browserDevice\.ts:\d+/,
      () => device.onOnline(nothing),
    ],
    [
      'an interval',
      /^setInterval of 5000 ms, from src\/web\/browser\/serverClock\.ts/,
      () => clock.every(5000, nothing),
    ],
    ['a channel', /^a channel to other tabs, from src\/web\/browser\/tabs\.ts/, () => device.onOtherTab(nothing)],
    ['an observer', /^an observer of mutations/, () => device.retainFocus()],
    [
      'an actor',
      /^the actor app(#\d+)?, from src\/web\/actors\/openApp\.ts/,
      () => {
        const app = openApp({ environment: testEnvironment(), loadPage: nothing });
        startApp(app);
        return () => app.stop();
      },
    ],
    [
      'a subscription to the test environment',
      /^a subscription to device\.onScroll, from /,
      () => testEnvironment().device.onScroll(nothing),
    ],
  ])('%s', (_, sentence, open) => {
    const close = open();
    const left = takeLeftovers();
    close();
    expect(left).toContainEqual(expect.stringMatching(sentence));
    open()();
    expect(takeLeftovers()).toEqual([]);
  });
});

/** Waits until the last action of the visitor is over. */
const pause = () => new Promise((resolve) => setImmediate(resolve));

test('control: a row that the visitor opened and a render folds is reported', async () => {
  watchVisitorState();
  const user = userEvent.setup();
  const { rerender } = render(<Row isOpen />);
  await user.click(screen.getByText('Row B'));
  await user.click(screen.getByText('Row B'));
  await pause();
  expect(takeOverrides()).toEqual([]);
  watchVisitorState();
  await user.click(screen.getByText('12'));
  rerender(<Row isOpen={false} />);
  expect(takeOverrides()).toEqual(['“Row B” is folded by a render: its attribute “open” must not change']);
});

function Row({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>Row B</summary>
      <button type="button">12</button>
    </details>
  );
}

test('control: a focused button that is disabled is reported', () => {
  watchVisitorState();
  const { rerender } = render(<button type="button">Buy</button>);
  screen.getByText('Buy').focus();
  rerender(
    <button type="button" disabled>
      Buy
    </button>,
  );
  expect(takeOverrides()).toEqual([
    '“Buy” is disabled while it has the focus, which the browser then moves to the body: use aria-disabled',
  ]);
});

test('control: a typed text that is replaced is reported', async () => {
  watchVisitorState();
  render(<input aria-label="Amount" />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  await userEvent.setup().type(field, '3');
  await pause();
  field.value = '150000';
  expect(takeOverrides()).toEqual(['The text “3”, typed into “Amount”, is replaced by “150000”']);
});

test('control: a status that is inserted with its text is reported, and a status in a new page is not', () => {
  watchLiveRegions();
  document.body.insertAdjacentHTML('beforeend', '<section><h1>Tickets</h1><p role="status">Saved</p></section>');
  expect(takeUnheard()).toEqual([]);
  watchLiveRegions();
  document.body.insertAdjacentHTML('beforeend', '<section><output>Saved</output></section>');
  expect(takeUnheard()).toEqual([
    '“Saved” is inserted together with its status element: render the element before its text',
  ]);
});

const shop = createActor(createMachine({ id: 'shop', on: { buy: { actions: () => undefined } } }));

test('control: each kind of control whose look and machine disagree is reported', () => {
  const sent: Sent[] = [];
  const send = (type: string) => () => void sent.push([shop, { type }]);
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send('pay')();
      }}
    >
      <button type="button" onClick={send('buy')}>
        accepted
      </button>
      <button type="button" aria-disabled onClick={send('refund')}>
        refused
      </button>
      <button type="button" onClick={send('refund')}>
        refused, looks usable
      </button>
      <button type="button" aria-disabled onClick={send('buy')}>
        accepted, looks inactive
      </button>
      <button type="button" disabled onClick={send('buy')}>
        accepted, is disabled
      </button>
      <button type="button">without a handler</button>
      <button type="submit">submits</button>
      <input aria-label="typed" onInput={send('refund')} />
      <main aria-hidden="true">
        <button type="button">behind a dialog</button>
      </main>
    </form>,
  );
  expect(pressControls(() => sent.splice(0))).toEqual([
    'button “refused, looks usable” looks usable, but the machine ignores refund to shop',
    'button “accepted, looks inactive” looks unusable, but the machine would accept buy to shop',
    'button “accepted, is disabled” looks unusable, but the machine would accept buy to shop',
    'button “without a handler” looks usable, but sends nothing',
    'button “submits” looks usable, but the machine ignores pay to shop',
    'input “typed” looks usable, but the machine ignores refund to shop',
  ]);
});

test('control: a view that formats a text without naming a locale is reported', () => {
  const file = 'src/web/pages/home/HomePage.tsx';
  runInThisContext('(1234.5).toLocaleString("en-US"); new Intl.NumberFormat(undefined, { style: "percent" })', {
    filename: `${projectRoot}/${file}`,
  });
  expect(takeDefaultLocaleUses()).toEqual([`${file}:1 uses Intl.NumberFormat in the reader’s locale: name the locale`]);
});
