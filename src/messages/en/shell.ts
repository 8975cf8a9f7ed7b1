export const skipToContent = 'Skip to content';
export const menu = 'Menu';
/** The names of the navigation in the top bar and in the footer. */
export const mainNavigation = 'Main';
export const footerNavigation = 'Footer';
export const loading = 'Loading';
export const takingLong = 'This is taking longer than usual';
export const carryOn = 'Carry on browsing';
export const savedPage = 'You are seeing a saved page. It may be out of date.';
