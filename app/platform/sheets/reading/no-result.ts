/** Stands for a formula's result that the file doesn't have. Programs that write files without calculating them leave it out. */
export const NO_RESULT = "#NO_RESULT!";
