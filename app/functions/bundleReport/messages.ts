/** Refuses a report without a sheet. */
export const SELECT_A_TYPE = "Please select atleast one report type";
