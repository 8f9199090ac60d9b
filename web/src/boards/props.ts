import type { BoardChange, Move, Place, Position, SideName } from '../api/types';

/** What every board is given. Boards know no rules: what may be played and how it moved comes from the server. */
export interface BoardProps<P extends Position = Position> {
  position: P;
  seat: SideName;
  /** The person's moves; empty when it is not their turn. */
  legal?: Move[];
  /** How the last move changed the position, and a key that differs for each showing of a step. */
  step?: BoardChange | null;
  stepKey?: string;
  /** Whether the step is to be seen moving. */
  isFresh?: boolean;
  /** Whether the piece of the step was put down here already, as `pending`. */
  isPutDown?: boolean;
  /** A move that was made here and is not confirmed yet. */
  pending?: Move | null;
  hinted?: Move | null;
  /** Only a picture: nothing to click, nothing to read out. */
  isPicture?: boolean;
  onmove?: (move: Move) => void;
  onhurry?: () => void;
  /** Kalah: what lies in the stores at this moment of the sowing. */
  oncounts?: (counts: [number, number]) => void;
  /** Geister, before the game: the person's ghosts can be picked. */
  onghost?: ((letter: string) => void) | undefined;
  /** Geister, afterwards: how likely each of the person's ghosts seemed to be blue. */
  beliefs?: { letter: string; blue: number }[] | null;
}

export type Described = (place: Place) => string;
