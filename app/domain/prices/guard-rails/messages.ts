export const PERCENT_NOT_VALID = "Enter a percentage from 0 to 100, such as 30 or 12.5, or leave it empty.";
export const PRODUCTS_NOT_VALID = "Enter a whole number from 0 to 1,000,000, or leave it empty.";
