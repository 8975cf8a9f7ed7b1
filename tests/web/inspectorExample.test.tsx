import { readFileSync } from 'node:fs';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { checkKitchen, openKitchen } from '../xstate-visit/example.ts';
import { inspector, inspectorElement, openedInspector } from './inspector.ts';

function panel() {
  return within(inspector().getByRole('region', { name: 'Inspector' }));
}

/** Clicks an element and waits for the layout of the chart. */
function press(element: HTMLElement): Promise<void> {
  return act(async () => element.click());
}

/** Clicks Save recording; returns the text of the saved file. */
async function saveRecording(): Promise<string> {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:recording');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await press(panel().getByRole('button', { name: 'Save recording' }));
  const [file] = saved.mock.lastCall ?? [];
  if (!(file instanceof Blob)) throw new Error('No file was saved');
  return file.text();
}

describe('the example of the inspector’s guide', () => {
  test('is the code that tests run, here and in apps outside of the checkout', () => {
    const guide = readFileSync('src/xstate-visit/README.md', 'utf8');
    const names = [
      'example.ts',
      ...['machines.ts', 'inspector.ts', 'main.tsx', 'page.html'].map((name) => `guide/${name}`),
    ];
    for (const name of names) expect(guide).toContain(readFileSync(`tests/xstate-visit/${name}`, 'utf8').trim());
  });

  test('inspects a product other than the cinema: shows its actors, sends events, records, replays and checks rules', async () => {
    window.history.replaceState(null, '', '/?inspect');
    const kettle = await openKitchen(window);
    await openedInspector();
    await inspector().findByRole('region', { name: 'Inspector' });
    await press(await panel().findByRole('radio', { name: /kettle cold/ }));
    await panel().findByRole('img', { name: 'kettle is in cold' });
    expect(panel().getByText('refused now').textContent).toBe('refused now');

    fireEvent.change(panel().getByLabelText(/^Data of an event/), { target: { value: '{"litres": 3' } });
    await press(panel().getByRole('button', { name: 'Send water.fill' }));
    expect(inspector().getByRole('status').textContent).toMatch(/^Event data is a JSON object/);
    expect(kettle.getSnapshot().context.litres).toBe(0);
    fireEvent.change(panel().getByLabelText(/^Data of an event/), {
      target: { value: '{"litres": 3, "password": "rahasia-sekali", "token": 424242}' },
    });
    await press(panel().getByRole('button', { name: 'Send water.fill' }));
    expect(kettle.getSnapshot().context.litres).toBe(3);
    await press(panel().getByRole('button', { name: 'Send kettle.start' }));
    await panel().findByRole('img', { name: 'kettle is in heating' });

    const text = await saveRecording();
    expect(text).toContain('water.fill');
    expect(text).not.toMatch(/Ana|rahasia|424242/);
    expect(inspectorElement().textContent).not.toMatch(/rahasia|424242/);
    const result = checkKitchen(text);
    expect(result.differences).toEqual([]);
    expect(result.brokenRules).toEqual([{ at: expect.any(Number), message: 'kettle: it holds 2 litres' }]);
    expect(result.unmet('kettle.heating')).toBeUndefined();

    await userEvent.upload(panel().getByLabelText(/^Replay a recording/), new File([text], 'tea.json'));
    const replay = within(await panel().findByRole('region', { name: 'Replay' }));
    fireEvent.change(replay.getByRole('slider'), { target: { value: '999' } });
    await press(panel().getByRole('radio', { name: /kettle heating/ }));
    await panel().findByRole('img', { name: 'kettle is in heating' });
    expect(panel().queryByRole('button', { name: /^Send/ })).toBeNull();
    await press(replay.getByRole('button', { name: 'Step back' }));
    await panel().findByRole('img', { name: 'kettle is in cold' });
    await press(replay.getByRole('button', { name: 'Leave the replay' }));
    await waitFor(() => expect(panel().getByText('Live').textContent).toBe('Live'));
    kettle.stop();
  });
});
