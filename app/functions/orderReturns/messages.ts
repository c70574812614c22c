/** The texts of the red footer. */
export const ADDRESS_MISSING = "Some of the Customer Address Fields are Missing";
export const UPS_FAILED = "Error from UPS: Unable to Create Shipping Label";
export const TOO_HEAVY = "Heavier than the allowable package weight of 70 lbs.";
export const RETURN_FAILED = "Error: Unable To Create Return";

/** How long the footer shows them. Other sentences stay there until the next attempt. */
export const FOOTER_MS = 4_000;

export const ADDRESS_PROBLEMS = {
  address: "Address not valid.",
  city: "City not valid.",
  zipcode: "Zip code not valid.",
  phone: "Phone not valid.",
  state: "Choose a state from the list.",
} as const;

/** Characters of a search. */
export const MAX_SEARCH_LENGTH = 60;
