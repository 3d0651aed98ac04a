import { EvidencePanel } from '../evidence/evidence-panel.tsx';
import { RewindOverlay } from '../evidence/rewind/rewind-overlay.tsx';
import { FirstRun } from './first-run.tsx';
import type { Slots } from './scope.tsx';

export const slots: Slots = { firstRun: FirstRun, evidence: EvidencePanel, overlay: RewindOverlay };
