export const NOT_CONFIGURED = "Salsify isn't set up for this shop. The account owner can do it on Settings.";
