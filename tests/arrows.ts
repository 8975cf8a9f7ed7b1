import type { OxlintOverride } from 'oxlint';

/** A group of files with the same import rules. */
interface Room {
  files: string[];
  /** The lint message when a file breaks the rule. */
  means: string;
  /** Patterns of the project's files that it may import, as import specifiers. */
  imports: string[];
  /** Files that it must not import although `imports` matches them. */
  except?: string[];
  /** Patterns of the project's files from which it may import only types. */
  typesOf?: string[];
  /** Packages that it may import; undefined allows all packages. */
  packages?: string[];
  /** Exports of React that it must not import. */
  react?: { name: string; importNames: string[]; message: string }[];
}

const OWN = './*.{ts,tsx}';
const RULES = '#domain/*.ts';
const WIRE = '#contract/*.ts';
const MACHINES = '#machines/*.ts';
const MESSAGES = '#messages/*.ts';

const NO_LAZY = {
  name: 'react',
  importNames: ['default', 'lazy'],
  message: 'Load code on demand through the table of pages or viewOnDemand, which show an error when loading fails.',
};
const NO_EFFECT = {
  name: 'react',
  importNames: ['default', 'useEffect'],
  message: 'A view renders and sends events. A machine decides what follows from a state.',
};

const SHARED: Room[] = [
  {
    files: ['src/**', 'machines/**'],
    means: 'Every file belongs to a room of tests/arrows.ts, which lists what it may import.',
    imports: [],
    packages: [],
  },
  {
    files: ['src/domain/**'],
    means: 'A rule imports only rules and luxon.',
    imports: [OWN],
    packages: ['luxon'],
  },
  {
    files: ['src/domain/calendar.ts'],
    means: 'The calendar imports rules, luxon and the locale of the language.',
    imports: [OWN, '#messages/language.ts'],
    packages: ['luxon'],
  },
  {
    files: ['src/contract/**'],
    means: 'A schema imports rules, but no machine, client or server.',
    imports: [OWN, RULES],
    packages: ['valibot'],
  },
  {
    files: ['src/contract/{failure,general,hall,refusal}Sentence.ts', 'src/contract/apiErrors.ts'],
    means: 'The sentences about failures and broken rules import the messages of the language.',
    imports: [OWN, RULES, MESSAGES],
    packages: ['valibot'],
  },
  {
    files: ['src/messages/**'],
    means: 'A message imports rules and messages of its own language.',
    imports: [OWN, RULES],
    packages: [],
  },
  {
    files: ['src/messages/documents.ts'],
    means: 'The texts of the documents are those of every language.',
    imports: ['./*/document.ts', RULES],
    packages: [],
  },
  {
    files: ['src/messages/calendars.ts'],
    means: 'The texts of calendar files are those of every language.',
    imports: ['./*/seats.ts', RULES],
    packages: [],
  },
  {
    files: ['machines/**'],
    means: 'A machine imports rules, schemas and machines. It finds its environment through the actor system.',
    imports: [OWN, RULES, WIRE],
    packages: ['xstate', 'xstate/**'],
  },
  {
    files: ['machines/computeMarks.ts'],
    means: 'The actor that computes marks imports a library for pages that are not served over TLS.',
    imports: [RULES],
    packages: ['xstate', '@noble/hashes/**'],
  },
  {
    files: ['src/xstate-visit/**'],
    means: 'The inspector does not import the product: the product passes in what it inspects.',
    imports: [
      OWN,
      './{panel,room}.css?inline',
      '../*.ts',
      '{.,..}/{commandLine,panel,recording,replay,statechart}/*.{ts,tsx}',
    ],
    packages: ['{xstate,@xstate/react,react,react-dom,elkjs,valibot}', '{react-dom,elkjs}/**'],
  },
  {
    files: ['src/xstate-visit/commandLine/**'],
    means: 'The command line of the inspector runs in Node, and imports the replay.',
    imports: [OWN, '../{check,supportedXState}.ts', '../{recording,replay}/*.ts'],
    packages: ['node:{fs,module,path,url,util}', '{xstate,valibot}'],
  },
  {
    files: ['src/xstate-visit/vite.config.ts'],
    means: 'The build of the inspector imports its tools.',
    imports: [],
    packages: ['vite'],
  },
  {
    files: ['src/tooling/**'],
    means:
      'A tool renders statecharts and replays recordings, and builds every language. Only start and dev import the server.',
    imports: [OWN, RULES, '../messages/documents.ts', '../web/inspectorOptions/{invariants,replayedProduct}.ts'],
    except: ['./start.ts', './dev.ts'],
  },
  {
    files: ['src/tooling/{start,dev,runTool,messageFolders}.ts'],
    means: 'start and dev import tools, and of the server only main, environment and errors.',
    imports: [OWN, RULES, '../server/{main,environment,errors}.ts'],
  },
];

/** The layers of the server, the lowest first. Each has rooms: files and folders. */
const LAYERS = [
  {
    rooms: ['errors.ts', 'addresses', 'deadline.ts', 'entityTags.ts', 'output', 'pathSchema.ts', 'seatChanges.ts'],
    means: 'The lowest layer of the server imports rules and schemas, but neither the database nor its callers.',
  },
  { rooms: ['db', 'envFile.ts'], means: 'The database imports no entity.' },
  {
    rooms: ['store', 'environment.ts'],
    means: 'Entities and the environment import the database, but not their callers.',
  },
  {
    rooms: ['http', 'auth', 'feeds', 'pages', 'commands'],
    means: 'Plugins, auth, feeds, documents and commands import entities, but neither routes nor each other.',
  },
  { rooms: ['routes'], means: 'A route imports what it needs to respond, but not the application.' },
  ...['app.ts', 'startServer.ts', 'main.ts', 'demoAccount.ts', 'dev.ts'].map((file) => ({
    rooms: [file],
    means:
      'The application imports the rooms, the start imports the application, and only dev imports the demo account.',
  })),
];

/** A room of the server imports only rooms of lower layers, never another room of its own layer. */
const SERVER: Room[] = LAYERS.flatMap(({ rooms, means }, layer) => {
  const lower = LAYERS.slice(0, layer)
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
        MESSAGES,
      ],
    };
  });
});

const MIGRATIONS: Room = {
  files: ['src/server/db/migrations/**'],
  means: 'A migration imports the database, but no entity.',
  imports: [OWN, '../*.ts', RULES],
};

const NOT_FOUND: Room = {
  files: ['src/server/pages/notFoundDocument.ts'],
  means: 'The 404 document imports its texts in every language.',
  imports: ['../../messages/documents.ts', RULES],
};

const CALENDAR_FILE: Room = {
  files: ['src/server/routes/ticketCalendar.ts'],
  means: 'A calendar file imports its texts in every language.',
  imports: ['../../messages/calendars.ts', RULES],
};

const ROUTER = {
  files: ['src/web/router/**'],
  means: 'The router connects pages and actors, and imports machines as types only.',
  imports: [
    OWN,
    '../{components,layout,pages/*}/*.{ts,tsx}',
    '../actors/*.ts',
    '../browser/{registerServiceWorker,whenIdle}.ts',
    '#contract/generalSentence.ts',
    MESSAGES,
    RULES,
  ],
  typesOf: [MACHINES],
};

const WEB: Room[] = [
  { files: ['src/web/styles/**'], means: 'A style imports only styles.', imports: [OWN] },
  {
    files: ['src/web/api/**'],
    means: 'The API client imports schemas, rules and the language.',
    imports: [OWN, WIRE, RULES, MESSAGES],
  },
  {
    files: ['src/web/browser/**'],
    means:
      'The access to the browser imports the API client, but neither React nor the router, and machines as types only.',
    imports: [OWN, '../api/*.ts', WIRE, RULES, MESSAGES],
    typesOf: [MACHINES],
    packages: ['valibot'],
  },
  {
    files: ['src/web/actors/**'],
    means: 'The actors run machines in an environment that they receive, and import no view.',
    imports: [OWN, MACHINES, WIRE, RULES],
  },
  {
    files: ['src/web/components/**'],
    means:
      'A view reads machines through hooks and has no access to the browser. A component imports neither layout nor page.',
    imports: [OWN, '../actors/rootHooks.ts', '../styles/*.ts', MACHINES, WIRE, RULES, MESSAGES],
    react: [NO_LAZY, NO_EFFECT],
  },
  {
    files: ['src/web/layout/**'],
    means: 'A view reads machines through hooks and has no access to the browser. The layout imports no page.',
    imports: [OWN, '../actors/rootHooks.ts', '../{components,styles}/*.{ts,tsx}', MACHINES, WIRE, RULES, MESSAGES],
    react: [NO_LAZY, NO_EFFECT],
  },
  {
    files: ['src/web/pages/**'],
    means:
      'A view reads machines through hooks and has no access to the browser. A page imports neither layout nor another page.',
    imports: [
      OWN,
      '../../actors/{pageData,pageHooks,rootHooks}.ts',
      '../../{components,styles}/*.{ts,tsx}',
      MACHINES,
      WIRE,
      RULES,
      MESSAGES,
    ],
    react: [NO_LAZY, NO_EFFECT],
  },
  ROUTER,
  { ...ROUTER, files: ['src/web/router/pages.ts'], react: [] },
  {
    files: ['src/web/rendering/**'],
    means: 'The client renders the layout and the current page. Documents are rendered by other files.',
    imports: [OWN, '../{components,layout,router}/*.{ts,tsx}', '../actors/*.ts', RULES, MESSAGES],
    except: ['./{renderDocument,renderHead}.tsx', './documentEnvironment.ts'],
    typesOf: [MACHINES],
  },
  // The server calls it only through the built file. It runs a page's machine before it renders the views.
  {
    files: ['src/web/rendering/renderDocument.tsx'],
    means: 'renderDocument imports no view and no hook; AppRoot renders the page.',
    imports: [OWN, '../{actors,router}/*.ts', MACHINES, RULES, MESSAGES],
  },
  {
    files: ['src/web/rendering/{documentEnvironment.ts,renderHead.tsx}'],
    means: 'The head and the environment of a document import rules, and machines and schemas as types only.',
    imports: [OWN, '../browser/createEnvironment.ts', RULES, MESSAGES],
    typesOf: [MACHINES, WIRE],
  },
  {
    files: ['src/web/inspectorOptions/**'],
    means: 'The options of the inspector import rules, schemas, machines and the table of pages.',
    imports: [OWN, '../{router/pages.ts,styles/*.ts}', MACHINES, WIRE, RULES],
  },
  {
    files: ['src/web/door/**'],
    means:
      'The door is an app of its own. It shares components, styles and the access to the browser, but no page, layout or router.',
    imports: [
      OWN,
      '../actors/actorHook.ts',
      '../inspectorOptions/{inspectDoor,isInspected}.ts',
      '../{api,browser}/*.ts',
      '../{components,styles}/*.{ts,tsx}',
      MACHINES,
      WIRE,
      RULES,
      MESSAGES,
    ],
    react: [NO_LAZY, NO_EFFECT],
  },
  {
    files: ['src/web/door/doorWorker.ts'],
    means: 'The service worker of the door imports the language and Workbox.',
    imports: [MESSAGES],
    packages: ['workbox-*'],
  },
  {
    files: ['src/web/serviceWorker.ts'],
    means: 'The service worker imports rules, messages and Workbox.',
    imports: [RULES, MESSAGES],
    packages: ['workbox-*'],
  },
  {
    files: ['src/web/main.ts'],
    means: 'The entry starts the actors and the rendering, and imports no view.',
    imports: ['./{inspectorOptions,browser,actors,rendering,router,styles}/*.{ts,tsx}'],
    except: ['./rendering/{renderDocument,renderHead}.tsx'],
  },
];

/** The import rules as overrides of the linter. If a file belongs to several rooms, the last one decides. */
export const arrows: OxlintOverride[] = [...SHARED, ...SERVER, MIGRATIONS, NOT_FOUND, CALENDAR_FILE, ...WEB].map(
  (room) => {
    const { files, means: message, imports, except = [], typesOf = [], packages, react = [NO_LAZY] } = room;
    const limited = packages === undefined ? [] : ['{[!.#]*,[!.#]*/*}', '[!.#]*/**'];
    const allowed = [...[...imports, ...(packages ?? [])].map((pattern) => `!${pattern}`), ...except];
    const all = { group: ['.*/**', '#*/**', ...limited, ...allowed], message };
    // A `!` pattern allows an import in one group only, so the group for types leaves out the folders in `typesOf`.
    const named = [RULES, WIRE, MACHINES, MESSAGES].filter((ours) => !typesOf.includes(ours));
    const types = { group: ['.*/**', ...named, ...limited, ...allowed], message };
    const patterns = typesOf.length > 0 ? [{ ...all, allowTypeImports: true }, types] : [all];
    return { files, rules: { 'no-restricted-imports': ['error', { paths: react, patterns }] } };
  },
);
