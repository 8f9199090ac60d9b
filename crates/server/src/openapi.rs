//! The description of the API, made from the code.

use utoipa::OpenApi;

use crate::error::{ErrorBody, Problem, RefusalCode};
use crate::{routes, wire};

#[derive(OpenApi)]
#[openapi(
    info(title = "Gokaku", description = "Board games against opponents that play at your level."),
    paths(
        routes::games::catalogue,
        routes::games::lesson,
        routes::health::health,
        routes::tables::create,
        routes::tables::list,
        routes::tables::show,
        routes::tables::line,
        routes::tables::hurry,
        routes::watch::events,
        routes::tables::join,
        routes::tables::ready,
        routes::tables::setup,
        routes::tables::play,
        routes::tables::undo,
        routes::tables::resign,
        routes::tables::hint,
        routes::review::review,
        routes::review::what_if,
        routes::review::record,
        routes::exercises::list,
        routes::exercises::show,
        routes::exercises::attempt,
        routes::imports::open,
        routes::sharing::share,
        routes::sharing::show,
        routes::player::show,
        routes::player::name,
        routes::player::history,
        routes::player::strength,
        routes::identity::code,
        routes::identity::adopt,
        routes::identity::everything,
        routes::identity::delete,
        routes::study::show,
        routes::study::join,
        routes::study::code,
        routes::study::resume,
        routes::study::me,
        routes::study::answer,
        routes::study::table,
        routes::study::judge,
        routes::study::withdraw,
        routes::research::login,
        routes::research::logout,
        routes::research::show,
        routes::research::events,
        routes::research::close,
        routes::research::open,
        routes::research::files,
        routes::research::file,
        routes::research::reasons,
        routes::research::tag,
        routes::research::report,
    ),
    components(schemas(ErrorBody, Problem, RefusalCode, wire::Stale))
)]
struct Api;

/// The description of the API.
#[must_use]
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    Api::openapi()
}

/// The same as it stands in `openapi.json`.
#[must_use]
pub fn text() -> String {
    document().to_pretty_json().map(|text| text + "\n").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    /// `UPDATE_OPENAPI=1 cargo test -p server openapi` writes the file.
    #[test]
    fn the_file_is_what_the_code_says() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
        let text = super::text();
        assert!(text.contains("\"/api/v1/tables/{id}/moves\"") && text.contains("\"toMove\""));
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(path).unwrap();
        assert!(
            kept == text,
            "openapi.json is not what the code says; UPDATE_OPENAPI=1 cargo test -p server openapi"
        );
    }
}
