import { generalSentence } from '#contract/generalSentence.ts';
import { DOOR } from '#domain/doorPath.ts';
import { retry } from '#messages/common.ts';
import * as messages from '#messages/door.ts';
import { others } from '#messages/language.ts';
import { button } from '../components/Button.css.ts';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { Desk } from './Desk.tsx';
import { useDoor, useRunningDoor } from './doorContext.ts';
import { Screenings } from './Screenings.tsx';
import { Conflicts, Unsent } from './Unsettled.tsx';
import * as css from './door.css.ts';

/** The page of staff who check tickets: the door's name, its screenings or its desk, and what is still to clear up. */
export function DoorApp() {
  const { changeTheme } = useRunningDoor();
  const [name] = useDoor(({ context }) => context.door?.name);

  return (
    <div className={css.page}>
      <header className={css.header}>
        <p className={css.name}>{name ?? 'Nobar Now'}</p>
        <Button variant="text" onClick={changeTheme}>
          {messages.changeTheme}
        </Button>
      </header>
      <main className={css.main}>
        <Content />
        <Conflicts />
      </main>
    </div>
  );
}

function Content() {
  const [snapshot, send] = useDoor((door) => door);
  const { failure } = snapshot.context;

  if (snapshot.matches('admitting')) return <Desk />;
  if (snapshot.matches('choosing')) {
    return (
      <>
        <Screenings />
        <Languages />
      </>
    );
  }
  if (snapshot.matches('withoutLink')) {
    return (
      <>
        <h1 className={css.heading}>{messages.noDoor}</h1>
        <p>{messages.howToOpen}</p>
        <Unsent />
        <Languages />
      </>
    );
  }
  if (snapshot.matches('closed')) {
    return (
      <>
        <h1 className={css.heading}>{messages.doorClosed}</h1>
        <p role="alert">{messages.howToReopen}</p>
        <Unsent />
      </>
    );
  }
  if (snapshot.matches('unreachable')) {
    return (
      <Notice
        alert
        title={messages.doorNotLoaded}
        message={failure && generalSentence(failure)}
        action={<Button onClick={() => send({ type: 'door.retry' })}>{retry}</Button>}
      />
    );
  }
  return <h1 className={css.heading}>{messages.opening}</h1>;
}

/** Links to the same door in the other languages. */
function Languages() {
  return (
    <p>
      {others.map(({ base, language, name }) => (
        <a key={language} className={button.text} href={base + DOOR} hrefLang={language} lang={language}>
          {name}
        </a>
      ))}
    </p>
  );
}
