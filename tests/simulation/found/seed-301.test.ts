import { expect, test } from 'vitest';
import { replay } from '../simulate.ts';

/*
 * visitor 0 at /movie/The%20Kid?date=05%20Mar&time=11.40&together=: the hall says that 5 are held for the user, but only none are
 */
test('the simulation with the seed 301 breaks no rule', async () => {
  const { breaches } = await replay({
    seed: '301',
    visitors: 10,
    steps: [
      {
        by: 8,
        tab: 0,
        does: {
          act: 'reload',
        },
        ms: 16542,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'signUp',
          password: 'a long secret 0',
        },
        ms: 0,
      },
      {
        by: 2,
        tab: 0,
        does: {
          act: 'signUp',
          password: 'a long secret 2',
        },
        ms: 0,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'signIn',
          password: 'a long secret 0',
        },
        ms: 504,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'visit',
          path: '/movie/The%20Kid',
        },
        ms: 742,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'date.choose',
            date: '05 Mar',
          },
        },
        ms: 445,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'time.choose',
            time: '11.40',
          },
        },
        ms: 948,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'seat.toggle',
            seatNumber: 5,
          },
        },
        ms: 35,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'share.send',
          },
        },
        ms: 25117,
      },
      {
        by: 0,
        tab: 0,
        does: {
          act: 'signIn',
          password: 'a long secret 0',
        },
        ms: 58,
      },
      {
        by: 0,
        tab: 0,
        does: {
          act: 'followLink',
          nth: 0,
        },
        ms: 2568,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'purchase.review',
          },
        },
        ms: 71,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'topUp.visit',
          },
        },
        ms: 158,
      },
      {
        does: {
          act: 'setServerClock',
          error: 3299630,
        },
        ms: 1478,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'dialog.open',
          },
        },
        ms: 272,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'dialog.confirm',
            password: 'a long secret 0',
          },
        },
        ms: 0,
      },
      {
        by: 2,
        tab: 0,
        does: {
          act: 'followLink',
          nth: 5,
        },
        ms: 1074,
      },
      {
        by: 8,
        does: {
          act: 'wake',
        },
        ms: 986,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'purchase.review',
          },
        },
        ms: 346,
      },
      {
        by: 8,
        tab: 0,
        does: {
          act: 'confirmPurchase',
        },
        ms: 0,
      },
      {
        by: 2,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'seat.toggle',
            seatNumber: 8,
          },
        },
        ms: 95,
      },
      {
        by: 2,
        tab: 0,
        does: {
          act: 'press',
          at: 'page',
          event: {
            type: 'purchase.review',
          },
        },
        ms: 1240,
      },
      {
        does: {
          act: 'rest',
        },
        ms: 0,
      },
    ],
    faults: {
      'visitor 8: POST holds #2': {
        kind: 'requestLost',
      },
    },
  });
  expect(breaches).toEqual([]);
});
