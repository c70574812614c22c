/** The list that open pages load again when a report's schedules change. */
export const schedulesListOf = (report: string): string => `schedules.${report}`;
