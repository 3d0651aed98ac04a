/** By which a terminal, a person or a program asks for the end. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Who signals a whole group is heard twice where a launcher passes on what it hears too, and so is `timeout`: that is one wish. */
export const SAME_WISH_MILLISECONDS = 250;
