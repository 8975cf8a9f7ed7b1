/** The name of the navigation in the drawer, and the headings of its groups. */
export const drawer = 'Drawer';
export const menuGroup = 'MENU';
export const personalGroup = 'PERSONAL';
export const themeGroup = 'THEME';
export const darkTheme = 'Dark theme';
export const closeMenu = 'Close menu';
export const logOut = 'LOG OUT';
