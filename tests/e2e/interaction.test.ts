import { describe, expect } from 'vitest';
import { test } from './inChromium.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { seatName } from '#messages/seats.ts';

describe('speed: selecting a seat', () => {
  test('renders only the selected seat and the summary again, and does not run the date library', async ({ visit }) => {
    const { page } = await visit();
    await page.clock.install();
    await page.goto(addressOf('Metropolis', tomorrowEvening()));
    await page.getByRole('button', { name: seatName(11) }).click();
    await page.getByText('Seat 11', { exact: true }).waitFor();
    // Scrolls now, so that the next click does not scroll, which would change the top bar.
    await page.getByRole('button', { name: seatName(12) }).hover();
    await page.clock.pauseAt(Date.now() + 60_000);

    const session = await page.context().newCDPSession(page);
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await page.evaluate(() => {
      const changed = new Set<string>();
      Reflect.set(window, 'changed', changed);
      const note = ({ target }: MutationRecord) => {
        const element = target instanceof Element ? target : target.parentElement;
        changed.add(element?.closest('[data-seat]')?.getAttribute('data-seat') ?? element?.localName ?? '');
      };
      const options = { attributes: true, characterData: true, childList: true, subtree: true };
      new MutationObserver((records) => records.forEach(note)).observe(document.body, options);
    });
    await page.getByRole('button', { name: seatName(12) }).click();
    await page.getByText('Seats 11 and 12', { exact: true }).waitFor();

    const { result } = await session.send('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
    const files = called.map(({ url }) => new URL(url, 'file:').pathname.replace(/-[\w-]{8}\.js$/, ''));
    expect(files).toContain('/assets/MoviePage');
    expect(files).not.toContain('/assets/luxon');
    const changed: unknown = await page.evaluate(() => Array.from(Reflect.get(window, 'changed')));
    expect(new Set([changed].flat()), 'the two seats, their announcement and the price').toEqual(
      new Set(['11', '12', 'span', 'div']),
    );
  });
});
