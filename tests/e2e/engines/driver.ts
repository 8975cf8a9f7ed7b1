/** The value of the media feature prefers-reduced-motion. */
export type Motion = 'reduce' | 'no-preference';

/** Commands to a browser, independent of the driver's protocol. */
export interface Driver {
  readonly open: (address: string) => Promise<void>;
  /** Runs a function in the page, given as source and without parameters, and gives the string that it resolves to. */
  readonly call: (source: string) => Promise<string>;
  /** Performs WebDriver actions, which have the same format in BiDi. */
  readonly act: (sources: readonly object[]) => Promise<void>;
  /** Prints the page to PDF. Not supported by WebKit's driver. */
  readonly print?: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}
