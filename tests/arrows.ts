import type { OxlintOverride } from 'oxlint';

interface Room {
  files: string[];
  /** The meaning of its arrows, for who breaks one. */
  means: string;
  /** The files of ours it may import, as its imports name them. */
  imports: string[];
  /** Those of them that it may not. */
  except?: string[];
  /** The files of ours of which it may import types only. */
  typesOf?: string[];
  /** The packages it may import, when that is limited. */
  packages?: string[];
  /** The exports of React that it may not take. */
  react?: { name: string; importNames: string[]; message: string }[];
}

const OWN = './*.{ts,tsx}';
const RULES = '#domain/*.ts';
const WIRE = '#contract/*.ts';
const MACHINES = '#machines/*.ts';

const NO_LAZY = {
  name: 'react',
  importNames: ['default', 'lazy'],
  message: 'Code fetched on demand says that it could not be had: pages by their table, views by viewOnDemand.',
};
const NO_EFFECT = {
  name: 'react',
  importNames: ['default', 'useEffect'],
  message: 'A view draws and sends: what follows from a state is decided by a machine.',
};

const SHARED: Room[] = [
  {
    files: ['src/**', 'machines/**'],
    means: 'Every file stands in a room of tests/arrows.ts, which says what it may import.',
    imports: [],
    packages: [],
  },
  {
    files: ['src/domain/**'],
    means: 'A rule knows rules alone, and no library but that of the calendar.',
    imports: [OWN],
    packages: ['luxon'],
  },
  {
    files: ['src/contract/**'],
    means: 'A schema knows rules, and neither a machine nor who sends it.',
    imports: [OWN, RULES],
    packages: ['valibot'],
  },
  {
    files: ['machines/**'],
    means: 'A machine knows rules, the schemas of the wire and of its form, and an environment that it is handed.',
    imports: [OWN, RULES, WIRE],
    packages: ['xstate', 'xstate/**'],
  },
  {
    files: ['src/inspector/**'],
    means: 'The inspector knows no cinema: a product hands it what it looks at.',
    imports: [OWN, './inspector.css', '{.,..}/{panel,recording,replay,statechart}/*.{ts,tsx}'],
    packages: [
      '{xstate,@xstate/react,react,react-dom,elkjs,valibot,@statelyai/inspect}',
      '{xstate,react-dom,elkjs}/**',
    ],
  },
  {
    files: ['src/tooling/**'],
    means: 'A tool draws and replays. The server is known to the start alone.',
    imports: [OWN, '../inspector/{replay,statechart}/*.ts', '../web/inspection/{invariants,replayedProduct}.ts'],
    except: ['./start.ts', './dev.ts'],
  },
  {
    files: ['src/tooling/{start,dev,runTool}.ts'],
    means: 'A start knows tools, and of the server its main file, its environment and its errors.',
    imports: [OWN, '../server/{main,environment,errors}.ts'],
  },
];

/** The server's rooms, files and folders, floor by floor from the ground up. */
const FLOORS = [
  {
    rooms: ['errors.ts', 'addresses', 'entityTags.ts', 'seatChanges.ts'],
    means: 'The ground of the server knows rules and the wire, and neither a database nor who asked.',
  },
  { rooms: ['db', 'envFile.ts'], means: 'The database knows no entity.' },
  {
    rooms: ['store', 'environment.ts'],
    means:
      'Entities and the environment know the database, and neither who asks for them nor what is started with them.',
  },
  {
    rooms: ['http', 'auth', 'feeds', 'pages', 'commands'],
    means:
      'Plugins, sign-ins, feeds, documents and commands stand on entities: they know neither a route nor each other.',
  },
  { rooms: ['routes'], means: 'A route knows all that answers it, and not the application.' },
  ...['app.ts', 'startServer.ts', 'main.ts', 'demoAccount.ts', 'dev.ts'].map((file) => ({
    rooms: [file],
    means: 'The application knows its rooms, its start the application, and the product not its demo account.',
  })),
];

/** A room of the server imports rooms of lower floors only, never its neighbours on its own. */
const SERVER: Room[] = FLOORS.flatMap(({ rooms, means }, floor) => {
  const lower = FLOORS.slice(0, floor)
    .flatMap((each) => each.rooms)
    .map((room) => (room.endsWith('.ts') ? room : `${room}/*.ts`));
  return rooms.map((room) => {
    const isFile = room.endsWith('.ts');
    return {
      files: [`src/server/${room}${isFile ? '' : '/**'}`],
      means,
      imports: [
        ...lower.map((each) => `${isFile ? '.' : '..'}/${each}`),
        ...(isFile ? [] : [OWN, './migrations/*.ts']),
        RULES,
        WIRE,
      ],
    };
  });
});

const MIGRATIONS: Room = {
  files: ['src/server/db/migrations/**'],
  means: 'A migration knows the database and no entity.',
  imports: [OWN, '../*.ts', RULES],
};

const APP = {
  files: ['src/web/app/**'],
  means: 'The application puts views on the runtime and knows machines by their types. Documents are drawn beside it.',
  imports: [OWN, '../{components,shell,pages/*}/*.{ts,tsx}', '../runtime/*.ts', RULES],
  except: ['./{renderDocument,renderHead}.tsx'],
  typesOf: [MACHINES],
};

const WEB: Room[] = [
  { files: ['src/web/styles/**'], means: 'A style knows nothing of what it is put on.', imports: [OWN] },
  { files: ['src/web/api/**'], means: 'A call knows the wire and rules.', imports: [OWN, WIRE, RULES] },
  {
    files: ['src/web/environment/**'],
    means:
      'An environment knows calls and the browser. It knows neither React nor the router, nor a machine but by its types.',
    imports: [OWN, '../api/*.ts', WIRE, RULES],
    typesOf: [MACHINES],
    packages: ['valibot'],
  },
  {
    files: ['src/web/runtime/**'],
    means: 'The runtime runs machines in an environment that it is handed, and knows no view.',
    imports: [OWN, MACHINES, WIRE, RULES],
  },
  {
    files: ['src/web/components/**'],
    means:
      'A view gets what it selects, and send: it imports no environment. A component knows neither the frame nor a page.',
    imports: [OWN, '../runtime/rootHooks.ts', '../styles/*.ts', MACHINES, WIRE, RULES],
    react: [NO_LAZY, NO_EFFECT],
  },
  {
    files: ['src/web/shell/**'],
    means: 'A view gets what it selects, and send: it imports no environment. The frame knows no page.',
    imports: [OWN, '../runtime/rootHooks.ts', '../{components,styles}/*.{ts,tsx}', MACHINES, WIRE, RULES],
    react: [NO_LAZY, NO_EFFECT],
  },
  {
    files: ['src/web/pages/**'],
    means:
      'A view gets what it selects, and send: it imports no environment. A page knows neither the frame nor another page.',
    imports: [
      OWN,
      '../../runtime/{pageData,pageHooks,rootHooks}.ts',
      '../../{components,styles}/*.{ts,tsx}',
      MACHINES,
      WIRE,
      RULES,
    ],
    react: [NO_LAZY, NO_EFFECT],
  },
  APP,
  { ...APP, files: ['src/web/app/pages.ts'], react: [] },
  // Called by the server through the built file alone: it runs a page's machine before there is a view of it.
  {
    files: ['src/web/app/renderDocument.tsx'],
    means: 'A document is drawn by the application: it knows no view, and no hook.',
    imports: [OWN, '../{runtime,environment}/*.ts', MACHINES, RULES],
  },
  {
    files: ['src/web/app/renderHead.tsx'],
    means: 'The head of a document knows the environment and rules, and machines and the wire by their types.',
    imports: ['../environment/*.ts', RULES],
    typesOf: [MACHINES, WIRE],
  },
  {
    files: ['src/web/inspection/**'],
    means: 'What the product hands its inspector: rules, the wire and machines, and where its pages are.',
    imports: [
      OWN,
      '../../inspector/{startInspector.ts,{recording,replay}/*.ts}',
      '../{app/pages.ts,styles/*.ts}',
      MACHINES,
      WIRE,
      RULES,
    ],
  },
  {
    files: ['src/web/serviceWorker.ts'],
    means: 'The service worker caches files. It knows rules, and nothing about the content of the files.',
    imports: [RULES],
    packages: ['workbox-*'],
  },
  {
    files: ['src/web/main.ts'],
    means: 'The entry starts the runtime and the application, and knows no view.',
    imports: ['./{inspection,environment,runtime,app,styles}/*.{ts,tsx}'],
    except: ['./app/{renderDocument,renderHead}.tsx'],
  },
];

/** The import arrows point one way, as rules of the linter: of a file's rooms the last one says what it may import. */
export const arrows: OxlintOverride[] = [...SHARED, ...SERVER, MIGRATIONS, ...WEB].map((room) => {
  const { files, means: message, imports, except = [], typesOf = [], packages, react = [NO_LAZY] } = room;
  const limited = packages === undefined ? [] : ['{[!.#]*,[!.#]*/*}', '[!.#]*/**'];
  const allowed = [...[...imports, ...(packages ?? [])].map((pattern) => `!${pattern}`), ...except];
  const all = { group: ['.*/**', '#*/**', ...limited, ...allowed], message };
  // A negation by which one group allows something, no other refuses: that of types does not name what types may be taken from.
  const named = [RULES, WIRE, MACHINES].filter((ours) => !typesOf.includes(ours));
  const types = { group: ['.*/**', ...named, ...limited, ...allowed], message };
  const patterns = typesOf.length > 0 ? [{ ...all, allowTypeImports: true }, types] : [all];
  return { files, rules: { 'no-restricted-imports': ['error', { paths: react, patterns }] } };
});
