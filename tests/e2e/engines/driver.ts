/** The answer of a browser to pages that ask whether its visitor wants motion. */
export type Motion = 'reduce' | 'no-preference';

/** The commands that a browser takes, whichever protocol its driver speaks. */
export interface Driver {
  readonly open: (address: string) => Promise<void>;
  /** Calls a function of the page, given as source and without parameters, and gives the text that it resolves to. */
  readonly call: (source: string) => Promise<string>;
  /** Acts with input sources of WebDriver, which BiDi writes the same way. */
  readonly act: (sources: readonly object[]) => Promise<void>;
  /** Prints the page and gives the PDF; WebKit's driver cannot. */
  readonly print?: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}
