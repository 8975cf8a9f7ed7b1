import { generalSentence } from '#contract/generalSentence.ts';
import { signalOf, type DoorAnswer, type Signal } from '#domain/door.ts';
import { timeOfDay } from '#domain/timeOfDay.ts';
import { shortDate } from '#messages/dates.ts';
import * as messages from '#messages/door.ts';
import { rowsOfSeats, seatList } from '#messages/seats.ts';
import { useRunningDoor } from './doorContext.ts';
import * as css from './door.css.ts';

/** The answer about a ticket: a large word and a sign, so that neither a colour nor a sound alone carries it. */
export function AnswerSheet({ answer }: { readonly answer: DoorAnswer }) {
  const { zone } = useRunningDoor();
  const signal = signalOf(answer);
  const seatNumbers = 'seatNumbers' in answer ? answer.seatNumbers : undefined;

  return (
    <div role="alert" ref={showWhole} className={css.answer[signal]}>
      <Sign signal={signal} />
      <p className={css.word}>{messages.answers[answer.answer]}</p>
      {seatNumbers !== undefined && (
        <>
          {rowsOfSeats(seatNumbers).map((place) => (
            <p key={place} className={css.places}>
              {place}
            </p>
          ))}
          <p className={css.detail}>{`${seatList(seatNumbers)} · ${messages.people(seatNumbers.length)}`}</p>
        </>
      )}
      {detailsOf(answer, zone).map((detail) => (
        <p key={detail} className={css.detail}>
          {detail}
        </p>
      ))}
    </div>
  );
}

/** Scrolls a new answer into view, because the camera reads tickets while nobody touches the page. */
function showWhole(sheet: Element | null): void {
  sheet?.scrollIntoView({ block: 'nearest' });
}

/** The sentences below the word. */
export function detailsOf(answer: DoorAnswer, zone: string): readonly string[] {
  if (answer.answer === 'already_inside')
    return [messages.insideSince(timeOfDay(answer.admittedAt, zone), answer.door)];
  if (answer.answer === 'another_screening')
    return [answer.movieTitle, `${shortDate(answer.showtimeDate)}, ${answer.showtimeTime}`];
  if (answer.answer === 'too_early') return [messages.opensAt(timeOfDay(answer.opensAt, zone))];
  if (answer.answer === 'failed') return [generalSentence(answer.failure)];
  const explanation = EXPLANATIONS[answer.answer];
  return explanation === undefined ? [] : [explanation];
}

const EXPLANATIONS: Readonly<Partial<Record<DoorAnswer['answer'], string>>> = messages.explanations;

const SIGNS: Readonly<Record<Signal, string>> = {
  good: 'M4 13l5 5L20 6',
  unsure: 'M12 4v10M12 19v.5',
  bad: 'M5 5l14 14M19 5L5 19',
};

function Sign({ signal }: { readonly signal: Signal }) {
  return (
    <svg className={css.sign} viewBox="0 0 24 24" aria-hidden="true">
      <path d={SIGNS[signal]} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
