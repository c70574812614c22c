/** The specification's text (section 8 of the second text). */
export const UPLOAD_FAILED = "Error while uploading file. Please try again later.";
/** How long what is wrong with an upload is shown. */
export const UPLOAD_SECONDS = 4;

/** The title of the dialog (section 2.2). */
export const inviteListTitle = (eventName: string): string => `${eventName} Invite List`;
