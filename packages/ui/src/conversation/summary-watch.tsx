import { createContext } from 'react';

/** Is told when the summary of the last turn comes into sight or leaves it. */
export const SummaryWatch = createContext<((turnKey: string, isInSight: boolean) => void) | null>(null);
