/** The name of the navigation in the drawer, and the headings of its groups. */
export const drawer = 'Menu samping';
export const menuGroup = 'MENU';
export const personalGroup = 'AKUN SAYA';
export const themeGroup = 'TEMA';
export const darkTheme = 'Tema gelap';
export const closeMenu = 'Tutup menu';
export const logOut = 'KELUAR';
