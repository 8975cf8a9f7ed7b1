const complaints: string[] = [];

/** Keeps what the console was told, for the end of the test. */
export function complain(complaint: string): void {
  complaints.push(complaint);
}

/** Takes the messages of the console since the last call: the test expects them, and they fail no test any more. */
export function takeComplaints(): string[] {
  return complaints.splice(0);
}
