/** A user. Two devices may belong to one person. */
export interface Person {
  readonly username: string;
  readonly age: number;
  isSignedUp: boolean;
  readonly password: string;
}
