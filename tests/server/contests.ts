import { countByStatus } from './countByStatus.ts';
import type { Cinema } from './openCinema.ts';
import { addPeople, addPerson, balanceOf, buy, cancel, purchase } from './people.ts';

const TEN = Array.from({ length: 10 }, (_, index) => index + 1);

/** How many of 200 buyers at once, each with money for one seat, are answered with each status in a hall of 64. */
export async function fillTheHall(cinema: Cinema): Promise<Record<string, number>> {
  const buyers = await addPeople(cinema, 200, { balance: 35_000 });
  const purchases = buyers.map((buyer, index) => purchase(cinema, buyer, { seatNumbers: [(index % 64) + 1] }));
  return countByStatus(await Promise.all(purchases));
}

/** How ten purchases of different seats at once are answered, by somebody who has money for one. */
export async function buyTenWithMoneyForOne(cinema: Cinema): Promise<Record<string, number>> {
  const buyer = await addPerson(cinema, { balance: 35_000 });
  const purchases = TEN.map((seat) => purchase(cinema, buyer, { seatNumbers: [seat] }));
  return countByStatus(await Promise.all(purchases));
}

/** How ten cancellations of one ticket at once are answered, and the balance after them. */
export async function cancelTenTimes(cinema: Cinema) {
  const buyer = await addPerson(cinema, { balance: 35_000 });
  const { id } = await buy(cinema, buyer);
  const answers = countByStatus(await Promise.all(TEN.map(() => cancel(cinema, buyer, id))));
  return { answers, balance: await balanceOf(cinema, buyer) };
}
