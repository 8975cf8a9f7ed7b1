import { installOnDebian } from '../../server/installOnDebian.ts';
import { findProgram } from '../findProgram.ts';

const PROGRAMS = {
  firefox: {
    debian: 'firefox-esr',
    variable: 'FIREFOX_PATH',
    known: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  },
  webKitDriver: { debian: 'webkit2gtk-driver', variable: 'WEBKIT_DRIVER_PATH', known: ['/usr/bin/WebKitWebDriver'] },
  display: { debian: 'xvfb', variable: 'XVFB_PATH', known: ['/usr/bin/Xvfb'] },
} as const;

type Program = keyof typeof PROGRAMS;

/** Where Firefox is, the driver of WebKit and the display for it; none where nothing was found. */
export type EnginePaths = Readonly<Partial<Record<Program, string>>>;

/** Finds the programs, and installs what is missing when this is root on a Debian. */
export async function findOrInstallEngines(): Promise<EnginePaths> {
  const missing = Object.values(PROGRAMS).filter(({ variable, known }) => findProgram(variable, known) === undefined);
  if (missing.length > 0) await installOnDebian(...missing.map(({ debian }) => debian));
  return Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, { variable, known }]) => [name, findProgram(variable, known)]),
  );
}

/** The path of a program. Throws a sentence that says how to get it when there is none. */
export function pathOf(paths: EnginePaths, program: Program): string {
  const { debian, variable } = PROGRAMS[program];
  const path = paths[program];
  if (path !== undefined) return path;
  throw new Error(
    `The tests in Firefox and WebKit cannot run: ${debian} was not found on this machine. ` +
      `Install it (apt-get install ${debian}) or set ${variable} to its program.`,
  );
}
