export const displayName = 'Display name';
export const age = 'Age';

export const otherDevices = 'Other devices';
export const otherDevicesExplained =
  'Lost a phone, or left yourself signed in somewhere? You can sign out every device except this one.';
export const signOutOtherDevices = 'Sign out other devices';

export const password = 'Password';
export const currentPassword = 'Current password';
export const newPassword = 'New password';
export const confirmNewPassword = 'Confirm new password';
export const changePassword = 'Change password';
export const changingSignsOut = 'Changing your password signs out every other device.';
export const passwordChanged = 'Your password was changed, and no other device is signed in.';
