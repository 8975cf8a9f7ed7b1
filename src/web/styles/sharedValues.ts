/** The colours that both themes share. */
export const sharedValues = {
  primary: '#ffc107',
  onPrimary: '#1a1200',
  primaryEdge: '#b98a00',
  badgeGreen: '#2e7d32',
  badgeBlue: '#1565c0',
  badgeRed: '#c62828',
  onBadge: '#ffffff',
  paperWhite: '#ffffff',
  paperBlack: '#000000',
} as const;
