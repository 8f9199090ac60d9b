import { mount } from 'svelte';

import App from './App.svelte';
import './style.css';

const target = document.getElementById('page');
if (target === null) throw new Error('found no element #page, expected the one of index.html');
mount(App, { target });
