export const NOT_CONFIGURED = "UPS isn't set up for this shop. The account owner can do it on Settings.";
