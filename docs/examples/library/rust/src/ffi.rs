// SPDX-License-Identifier: Apache-2.0
//! What this crate uses of profconv/profconv.h. Structs are those of the header, member by member.
#![allow(non_camel_case_types)]
use std::ffi::{c_char, c_void};

pub type pc_status = i32;
pub const PC_OK: pc_status = 0;

macro_rules! handles {
    ($($name:ident),*) => { $(#[repr(C)] pub struct $name { private: [u8; 0] })* };
}
handles!(
    pc_context,
    pc_set,
    pc_builder,
    pc_report,
    pc_cursor,
    pc_recorder
);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct pc_string {
    pub data: *const c_char,
    pub size: usize,
}

#[repr(C)]
pub struct pc_error {
    pub size: usize,
    pub status: pc_status,
    pub has_byte: i32,
    pub line: u64,
    pub byte: u64,
    pub message: [u8; 1000],
}

#[repr(C)]
pub struct pc_input {
    pub size: usize,
    pub path: *const c_char,
    pub name: *const c_char,
    pub data: *const c_void,
    pub data_size: usize,
    pub read: Option<unsafe extern "C" fn(*mut c_void, *mut c_void, usize) -> i64>,
    pub user: *mut c_void,
}

#[repr(C)]
pub struct pc_read_options {
    pub size: usize,
    pub from: *const c_char,
    pub settings: *const *const c_char,
    pub setting_count: usize,
    pub keep_order: i32,
}

/// The members that this crate sets; the library takes a shorter struct for an older one.
#[repr(C)]
pub struct pc_transforms {
    pub size: usize,
    pub only: *const c_char,
    pub rate: *const c_char,
    pub types: *const *const c_char,
    pub type_count: usize,
    pub default_type: *const c_char,
}

#[repr(C)]
pub struct pc_output {
    pub size: usize,
    pub path: *const c_char,
    pub write: Option<unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> i32>,
    pub user: *mut c_void,
    pub to: *const c_char,
    pub settings: *const *const c_char,
    pub setting_count: usize,
    pub compression: i32,
}

#[repr(C)]
pub struct pc_profile {
    pub size: usize,
    pub name: pc_string,
    pub value_type_count: usize,
    pub default_type: usize,
    pub comment_count: usize,
    pub attribute_count: usize,
    pub sample_count: u64,
    pub clock: i32,
    pub has_start: i32,
    pub start_ns: i64,
    pub duration_ns: i64,
    pub period: i64,
    pub period_type: pc_string,
    pub period_unit: pc_string,
    pub command: pc_string,
    pub doc_url: pc_string,
    pub source_format: pc_string,
}

#[repr(C)]
pub struct pc_value_type {
    pub size: usize,
    pub type_: pc_string,
    pub unit: pc_string,
    pub aggregation: i32,
    pub scale: i32,
}

#[repr(C)]
pub struct pc_function {
    pub size: usize,
    pub start_line: i64,
    pub name: u32,
    pub system_name: u32,
    pub file: u32,
}

#[repr(C)]
pub struct pc_frame {
    pub size: usize,
    pub address: u64,
    pub offset: u64,
    pub line: i64,
    pub column: i64,
    pub function: u32,
    pub mapping: u32,
    pub has_offset: i32,
    pub is_inlined: i32,
    pub kind: i32,
}

#[repr(C)]
pub struct pc_mapping {
    pub size: usize,
    pub start: u64,
    pub limit: u64,
    pub offset: u64,
    pub file: u32,
    pub build_id: u32,
    pub relative_addresses: i32,
    pub has_functions: i32,
    pub has_filenames: i32,
    pub has_line_numbers: i32,
    pub has_inline_frames: i32,
}

#[repr(C)]
pub struct pc_thread {
    pub size: usize,
    pub pid: i64,
    pub tid: i64,
    pub process_name: u32,
    pub thread_name: u32,
}

#[repr(C)]
pub struct pc_recorder_options {
    pub size: usize,
    pub backend: *const c_char,
    pub process: i64,
    pub frequency: u32,
    pub frames: u32,
    pub buffer_bytes: u64,
    pub kernel: i32,
}

#[repr(C)]
pub struct pc_column {
    pub data: *const c_void,
    pub stride: usize,
}

#[repr(C)]
pub struct pc_samples {
    pub size: usize,
    pub count: usize,
    pub stack: pc_column,
    pub thread: pc_column,
    pub labels: pc_column,
    pub start_ns: pc_column,
    pub shared_depth: pc_column,
    pub values: *const pc_column,
    pub value_count: usize,
}

extern "C" {
    pub fn pc_context_create(
        options: *const c_void,
        context: *mut *mut pc_context,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_context_free(context: *mut pc_context);
    pub fn pc_read(
        context: *mut pc_context,
        input: *const pc_input,
        options: *const pc_read_options,
        set: *mut *mut pc_set,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_set_free(set: *mut pc_set);
    pub fn pc_transform(
        context: *mut pc_context,
        set: *const pc_set,
        transforms: *const pc_transforms,
        result: *mut *mut pc_set,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_write(
        context: *mut pc_context,
        set: *const pc_set,
        output: *const pc_output,
        report: *mut *mut pc_report,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_profile_at(
        set: *const pc_set,
        index: usize,
        profile: *mut pc_profile,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_profile_count(
        set: *const pc_set,
        count: *mut usize,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_string_at(
        set: *const pc_set,
        id: u32,
        string: *mut pc_string,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_mapping_at(
        set: *const pc_set,
        id: u32,
        mapping: *mut pc_mapping,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_function_at(
        set: *const pc_set,
        id: u32,
        function: *mut pc_function,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_frame_at(
        set: *const pc_set,
        id: u32,
        frame: *mut pc_frame,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_thread_at(
        set: *const pc_set,
        id: u32,
        thread: *mut pc_thread,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_stack_frames(
        set: *const pc_set,
        id: u32,
        order: i32,
        frames: *mut u32,
        capacity: usize,
        count: *mut usize,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_cursor_create(
        set: *const pc_set,
        profile: usize,
        batch_rows: usize,
        cursor: *mut *mut pc_cursor,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_cursor_next(
        cursor: *mut pc_cursor,
        samples: *mut pc_samples,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_cursor_free(cursor: *mut pc_cursor);
    pub fn pc_recorder_create(
        options: *const pc_recorder_options,
        recorder: *mut *mut pc_recorder,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_recorder_start(recorder: *mut pc_recorder, error: *mut pc_error) -> pc_status;
    pub fn pc_recorder_stop(recorder: *mut pc_recorder, error: *mut pc_error) -> pc_status;
    pub fn pc_recorder_take(
        recorder: *mut pc_recorder,
        context: *mut pc_context,
        set: *mut *mut pc_set,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_recorder_free(recorder: *mut pc_recorder);
    pub fn pc_builder_create(
        context: *const pc_context,
        keep_order: i32,
        builder: *mut *mut pc_builder,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_builder_free(builder: *mut pc_builder);
    pub fn pc_builder_string(
        builder: *mut pc_builder,
        string: pc_string,
        id: *mut u32,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_builder_function(
        builder: *mut pc_builder,
        function: *const pc_function,
        id: *mut u32,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_builder_frame(
        builder: *mut pc_builder,
        frame: *const pc_frame,
        id: *mut u32,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_builder_child(
        builder: *mut pc_builder,
        parent: u32,
        frame: u32,
        id: *mut u32,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_builder_add_profile(
        builder: *mut pc_builder,
        profile: *const pc_profile,
        types: *const pc_value_type,
        type_count: usize,
        index: *mut usize,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_builder_add_samples(
        builder: *mut pc_builder,
        profile: usize,
        samples: *const pc_samples,
        error: *mut pc_error,
    ) -> pc_status;
    pub fn pc_builder_finish(
        builder: *mut pc_builder,
        set: *mut *mut pc_set,
        error: *mut pc_error,
    ) -> pc_status;
}
