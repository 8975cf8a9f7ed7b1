import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatShowDay, formatTimestamp, offeredDates, showtimeStart, showtimeText } from '#domain/calendar.ts';
import { shortDate } from '#messages/dates.ts';
import { invitationTitle } from '#messages/movie.ts';
import { showDayFormat } from '#messages/tickets.ts';
import { createBrowserDevice } from '../../src/web/browser/browserDevice.ts';

const ZONE = 'Asia/Jakarta';
const SATURDAY = '2026-08-29T13:35:00.000Z';

describe('dates in Indonesian', () => {
  test('people read days, months and times in Indonesian', () => {
    expect([
      formatShowDay(SATURDAY, ZONE, showDayFormat),
      formatTimestamp(SATURDAY, ZONE),
      showtimeText(SATURDAY, ZONE),
    ]).toEqual(['Sabtu, 29 Agustus 2026', '29 Agu 2026, 20.35', 'Sab 29 Agu, 20.35 WIB']);
  });

  test('the title of an invitation has a comma after the weekday', () => {
    const showtime = showtimeText(SATURDAY, ZONE);
    expect(invitationTitle('beside', 'The Kid', showtime)).toBe('Yuk, nobar: The Kid, Sab, 29 Agu, 20.35 WIB');
    expect(invitationTitle('kept', 'The Kid', showtime)).toContain('The Kid, Sab, 29 Agu, 20.35');
    expect(invitationTitle('noLongerKept', 'The Kid', showtime)).toContain('The Kid, Sab, 29 Agu, 20.35');
  });

  test('the dates of the API stay in English, so that client and server find the same showtime', () => {
    const now = Date.parse('2026-05-29T09:00:00+07:00');
    expect(offeredDates(now, ZONE)).toEqual(['29 May', '30 May', '31 May', '01 Jun', '02 Jun']);
    expect(showtimeStart({ showtimeDate: '30 May', showtimeTime: '11.40' }, now, ZONE)).toBe(
      Date.parse('2026-05-30T11:40:00+07:00'),
    );
  });

  test('a date that no showtime has is shown unchanged', () => {
    expect(shortDate('a date that no showtime has')).toBe('a date that no showtime has');
  });

  test('a shared link has the prefix of the language, and its title an Indonesian date', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    const screening = { title: 'The Kid', date: '29 Aug', time: '20.35' };
    const path = '/movie/The%20Kid?date=29%20Aug&time=20.35';
    for (const kind of ['beside', 'kept'] as const)
      await createBrowserDevice(window).shareLink({ kind, screening, path });
    for (const [{ title = '', url = '' }] of share.mock.calls)
      expect([title, url]).toEqual([expect.stringContaining('29 Agu'), `${window.location.origin}/id${path}`]);
    expect(share).toHaveBeenCalledTimes(2);
  });
});
