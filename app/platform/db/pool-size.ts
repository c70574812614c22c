/** The connections of a process's pool. Two web processes and two workers fit into PostgreSQL's default of 100 connections. */
export const DEFAULT_POOL_SIZE = 15;
