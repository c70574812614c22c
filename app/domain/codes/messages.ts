export const HANDLE_NOT_VALID =
  "Enter the handle in lowercase letters and digits, with hyphens between, such as guest-events.";
export const PARTNER_NAME_NOT_VALID = "Enter the partner's name, at most 100 characters.";
export const PARTNERS_CHANGED =
  "The partners were changed while you were editing them. Your changes weren't saved. Review the list, and try again.";
