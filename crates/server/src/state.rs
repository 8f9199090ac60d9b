//! What every request may use.

use std::sync::Arc;

use store::Store;

use crate::limits::Limits;
use crate::reviews::Reviews;
use crate::settings::Settings;
use crate::studies::Studies;
use crate::tables::TableRegistry;

/// What every request may use.
pub(crate) struct AppState {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) registry: Arc<TableRegistry>,
    pub(crate) reviews: Reviews,
    pub(crate) limits: Arc<Limits>,
    pub(crate) studies: Studies,
}
