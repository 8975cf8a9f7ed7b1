/** A user. Two devices may belong to one person. */
export interface Person {
  readonly username: string;
  readonly age: number;
  isSignedUp: boolean;
  /** The password that the person uses next. */
  password: string;
  /** Every password that the person's account may have. More than one after a change whose outcome is unknown. */
  passwords: Set<string>;
  /** Every password that the account ever had. A backup brings old ones back. */
  readonly history: Set<string>;
}
