import type { SubmitEvent } from 'react';
import { selectCount, selectScreening, type DoorEvent } from '#machines/doorMachine.ts';
import { timeInZone } from '#domain/zones.ts';
import { shortDate } from '#messages/dates.ts';
import * as messages from '#messages/door.ts';
import { seatList } from '#messages/seats.ts';
import { shallowEqual } from '@xstate/react';
import { Button } from '../components/Button.tsx';
import { TextField } from '../components/TextField.tsx';
import { AnswerSheet } from './AnswerSheet.tsx';
import { Connection } from './Connection.tsx';
import { useDoor, useRunningDoor } from './doorContext.ts';
import { Picture } from './Picture.tsx';
import * as css from './door.css.ts';

const FIELD = 'code';

/** The tickets of one screening: camera, answer, field, and how many people are inside. */
export function Desk() {
  const { zone } = useRunningDoor();
  const [screening, send] = useDoor(selectScreening);
  const [count] = useDoor(selectCount, shallowEqual);

  return (
    <>
      <h1 className={css.film}>{screening?.movieTitle}</h1>
      <div className={css.facts}>
        <p>
          {screening &&
            `${shortDate(screening.showtimeDate)}, ${timeInZone(screening.showtimeTime, screening.startsAt, zone)}`}
        </p>
        <p className={css.strong}>{messages.seatsInside(count.inside, count.sold)}</p>
      </div>
      <Connection />
      <div className={css.sight}>
        <Picture />
        <CurrentAnswer />
      </div>
      <CodeForm />
      <div className={css.footer}>
        <Button onClick={() => send({ type: 'screening.change' })}>{messages.changeScreening}</Button>
        <Undo />
      </div>
    </>
  );
}

/** The last answer, or what the desk waits for. */
function CurrentAnswer() {
  const [answer] = useDoor(({ context }) => context.answer);
  const [isChecking] = useDoor((snapshot) => snapshot.matches({ admitting: { desk: 'checking' } }));
  const [isShown] = useDoor((snapshot) => snapshot.matches({ admitting: { desk: 'answered' } }));
  const [isReading] = useDoor((snapshot) => snapshot.matches({ admitting: { camera: { working: 'reading' } } }));
  const [isTyping] = useDoor((snapshot) => snapshot.matches({ admitting: { desk: 'typing' } }));
  const hint = isTyping ? messages.cameraWaits : messages.holdBefore;

  return (
    <div className={css.desk}>
      <p role="status" className={css.hint}>
        {isShown ? '' : isChecking ? messages.checking : isReading ? hint : ''}
      </p>
      {isShown && answer !== undefined && <AnswerSheet answer={answer} />}
    </div>
  );
}

/** Undoes the last admission of this phone, whatever was answered since. */
function Undo() {
  const [seatNumbers, send] = useDoor(({ context }) => context.admitted?.seatNumbers);
  const [mayUndo] = useDoor((snapshot) => snapshot.can({ type: 'answer.undo' }));
  if (!mayUndo || seatNumbers === undefined) return null;
  return (
    <Button variant="danger" onClick={() => send({ type: 'answer.undo' })}>
      {messages.undo(seatList(seatNumbers))}
    </Button>
  );
}

/**
 * The field for typing and for hand scanners, which type a code and press Enter. While another code is being checked, the text stays in
 * the field, selected: Enter checks it later, and a hand scanner replaces it.
 */
function CodeForm() {
  const { actor } = useRunningDoor();
  const { send } = actor;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = new FormData(form).get(FIELD);
    if (typeof text !== 'string') return;
    const submitted: DoorEvent = { type: 'code.submit', text };
    if (actor.getSnapshot().can(submitted)) {
      form.reset();
      send(submitted);
    } else form.querySelector('input')?.select();
  };

  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label={messages.code}
        name={FIELD}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        data-scanner=""
        onText={(text) => send({ type: text === '' ? 'typing.stop' : 'typing.start' })}
        onBlur={() => send({ type: 'typing.stop' })}
      />
      <Button type="submit" variant="primary">
        {messages.check}
      </Button>
    </form>
  );
}
