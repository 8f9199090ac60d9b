/** Sounds made from nothing but oscillators and noise. Each starts at `when`, in the context's seconds. */

function faded(context: AudioContext, out: AudioNode, when: number, loud: number, attack: number, length: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, when);
  gain.gain.exponentialRampToValueAtTime(loud, when + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + length);
  gain.connect(out);
  return gain;
}

function noise(context: AudioContext, length: number): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  return source;
}

function ringing(context: AudioContext, out: AudioNode, when: number, pitch: number, quality: number, loud: number, length: number): void {
  const source = noise(context, length);
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = quality;
  source.connect(filter).connect(faded(context, out, when, loud, 0.001, length));
  source.start(when);
}

/** A stone or a piece on wood: a short knock with two resonances. */
export function click(context: AudioContext, out: AudioNode, when: number, brightness = 1): void {
  const pitch = 1 + (Math.random() - 0.5) * 0.08;
  ringing(context, out, when, 1150 * pitch * brightness, 9, 1.4, 0.07);
  ringing(context, out, when, 420 * pitch, 6, 0.9, 0.11);
}

/** A seed among seeds. */
export function seed(context: AudioContext, out: AudioNode, when: number): void {
  ringing(context, out, when, 1900 + Math.random() * 1400, 5, 0.35, 0.045);
}

export function tone(context: AudioContext, out: AudioNode, when: number, pitch: number, loud: number, length: number): void {
  const gain = faded(context, out, when, loud, 0.012, length);
  for (const [multiple, share] of [[1, 1], [2, 0.28], [3.01, 0.08]] as const) {
    const oscillator = context.createOscillator();
    const part = context.createGain();
    oscillator.frequency.value = pitch * multiple;
    part.gain.value = share;
    oscillator.connect(part).connect(gain);
    oscillator.start(when);
    oscillator.stop(when + length);
  }
}

/** A low tone: nobody moved. */
export function pass(context: AudioContext, out: AudioNode, when: number): void {
  tone(context, out, when, 131, 0.3, 0.7);
}

/** Two notes: rising when the person won, falling when they lost, level when it was even. */
export function ending(context: AudioContext, out: AudioNode, when: number, person: 'won' | 'lost' | 'drew'): void {
  const second = { won: 659.3, lost: 349.2, drew: 440 }[person];
  tone(context, out, when, 440, 0.3, 1.2);
  tone(context, out, when + 0.35, second, 0.3, 1.8);
}
