export const unsettled = 'No response yet. We’ll keep checking.';
