import { PATHS } from '#domain/paths.ts';
import { MAXIMUM_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { SectionHeader } from '../../components/Section.tsx';
import { stack } from '../../styles/layout.css.ts';
import { prose } from '../../styles/text.css.ts';

/** Facts about the product. */
export default function AboutPage() {
  return (
    <>
      <SectionHeader title="About" />
      <div className={`${stack} ${prose}`}>
        <p>
          Nobar Now sells the seats of one cinema hall. &ldquo;Nobar&rdquo; is Indonesian for watching films together.
        </p>
        <p>
          {`Anyone can browse the films, the showtimes and the ${SEATS_IN_HALL} seats. With an account you can buy up to ${MAXIMUM_SEATS} seats at once from your balance. You can cancel a ticket until its showtime begins; the price then returns to your balance.`}
        </p>
        <p>
          The balance is not a bank account. Top Up and Withdraw change the number that you see here and move no real
          money. Every change is listed under Transactions.
        </p>
        <p>
          There are no cookies and no trackers. Your browser keeps your sign-in and the tickets you opened until you log
          out. It also keeps the theme you chose.
        </p>
      </div>
      <div>
        <ButtonLink to={PATHS.movies}>See the movies</ButtonLink>
      </div>
    </>
  );
}
