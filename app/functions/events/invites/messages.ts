/** A specified text. */
export const UPLOAD_FAILED = "Error while uploading file. Please try again later.";
/** How long what is wrong with an upload is shown. */
export const UPLOAD_SECONDS = 4;

/** The specified title of the dialog. */
export const inviteListTitle = (eventName: string): string => `${eventName} Invite List`;
