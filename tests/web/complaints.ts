const complaints: string[] = [];

/** Keeps what the console was told, for the end of the test. */
export function complain(complaint: string): void {
  complaints.push(complaint);
}

/** What the console was told since it was asked last: the test expects it, and it fails no test any more. */
export function takeComplaints(): string[] {
  return complaints.splice(0);
}
