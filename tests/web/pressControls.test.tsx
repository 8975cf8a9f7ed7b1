import { render } from '@testing-library/react';
import { createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { pressControls, type Sent } from './pressControls.ts';

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
