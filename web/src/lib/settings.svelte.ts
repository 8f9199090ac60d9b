export type Theme = 'system' | 'light' | 'dark';
export type Language = 'ja' | 'en';
/** What shogi's pieces show: their kanji, or pictures. */
export type Pieces = 'kanji' | 'western';
export type Speed = 'calm' | 'normal' | 'fast' | 'off';

interface Values {
  theme: Theme;
  language: Language;
  speed: Speed;
  pieces: Pieces;
  sound: boolean;
  music: boolean;
  volume: number;
}

const KEY = 'gokaku.settings';

/** How loud sounds are for somebody who has set nothing: there, and no more. */
const QUIET = 0.25;

/** How much longer than the look's own times a motion takes. */
const SLOWNESS: Record<Speed, number> = { calm: 1.6, normal: 1, fast: 0.3, off: 0 };

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('ja') ? 'ja' : 'en';
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

/** The stored settings; what is missing or damaged gets its default. */
export function read(text: string | null, language: Language): Values {
  let stored: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) stored = parsed as Record<string, unknown>;
  } catch {
    // Damaged: defaults.
  }
  const volume = Number(stored['volume'] ?? QUIET);
  return {
    theme: oneOf(stored['theme'], ['system', 'light', 'dark'], 'system'),
    language: oneOf(stored['language'], ['ja', 'en'], language),
    speed: oneOf(stored['speed'], ['calm', 'normal', 'fast', 'off'], 'normal'),
    pieces: oneOf(stored['pieces'], ['kanji', 'western'], 'kanji'),
    sound: stored['sound'] !== false,
    music: stored['music'] === true,
    volume: volume >= 0 && volume <= 1 ? volume : QUIET,
  };
}

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

class Settings {
  values = $state(read(storedText(), browserLanguage()));
  #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  isStill = $state(this.#stillness.matches);

  constructor() {
    this.#stillness.addEventListener('change', (event) => (this.isStill = event.matches));
    $effect.root(() => {
      $effect(() => {
        const text = JSON.stringify(this.values);
        try {
          localStorage.setItem(KEY, text);
        } catch {
          // A browser without storage can still play.
        }
      });
      $effect(() => {
        const root = document.documentElement;
        root.lang = this.values.language;
        if (this.values.theme === 'system') delete root.dataset['theme'];
        else root.dataset['theme'] = this.values.theme;
        root.style.setProperty('--slowness', String(this.slowness));
      });
    });
  }

  /** 0: nothing moves. */
  get slowness(): number {
    return this.isStill ? 0 : SLOWNESS[this.values.speed];
  }
}

export const settings = new Settings();
