const complaints: string[] = [];

/** Records a console message; the check at the end of the test fails on it. */
export function complain(complaint: string): void {
  complaints.push(complaint);
}

/** Removes and returns the recorded console messages, so that the expected ones do not fail the test. */
export function takeComplaints(): string[] {
  return complaints.splice(0);
}
